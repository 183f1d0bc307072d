@echo off
rem Sets everything up (once) and plays. `play` starts the table and opens it in the browser;
rem `play GAME ...` plays in the terminal: its words go to `ardennes play` (see `play --help`).
setlocal
cd /d "%~dp0"
call scripts\python.cmd || exit /b 1
%PYTHON% scripts\play.py %*
exit /b %errorlevel%
