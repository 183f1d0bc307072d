@echo off
rem Called by play.cmd and test.cmd: sets PYTHON to the first Python that is new enough and can make a virtual
rem environment. Set PYTHON yourself to name one; its path may have blanks in it.
set "FITS=import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"
if not defined PYTHON goto search
set "PYTHON=%PYTHON:"=%"
"%PYTHON%" -c "%FITS%" >nul 2>nul && set PYTHON="%PYTHON%"&& exit /b 0
%PYTHON% -c "%FITS%" >nul 2>nul && exit /b 0
goto missing
:search
for %%p in ("py -3" python python3) do (
    %%~p -c "%FITS%" >nul 2>nul && set "PYTHON=%%~p" && exit /b 0
)
:missing
echo.>&2
echo Ardennes could not be set up.>&2
echo   It needs Python 3.11 or newer, and none was found on the PATH.>&2
echo   winget install Python.Python.3.13   (or the installer from python.org)>&2
echo   If it is somewhere else:  set PYTHON=C:\path\to\python.exe>&2
exit /b 1
