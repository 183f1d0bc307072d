@echo off
rem Sets everything up (once), then checks everything; `test --help` says what can be asked for.
setlocal
cd /d "%~dp0"
call scripts\python.cmd || exit /b 1
%PYTHON% scripts\test.py %*
exit /b %errorlevel%
