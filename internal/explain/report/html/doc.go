// Package html writes the result of a check as a page: one file that needs no network. It has the
// verdict of every property, and each violation as an execution to step through. Package drive/result
// calls Write.
//
// # Contents
//
// For each violation the page shows the failure and an explanation, in the words of package report. For
// a race it shows both accesses and how they could have been ordered; for a deadlock, a drawing of the
// waits. Below is the execution: an overview of the threads over time, and a lane per thread with a row
// for each action and bars for held locks. Arrows go from writes to the reads of other threads that
// read from them. Beside it are the program's text with the current line of each thread, the values of
// shared memory, and the holders of locks. Without scripts, and on paper, a table replaces the lanes.
//
// # How
//
// page.html is a template of html/template, which escapes the program's text; style.css and script.js
// are the same on every page. Executions are passed to the script as columns of numbers over a table of
// strings (timeline.go): some forty bytes an action. The script builds only the visible rows, so that
// long executions cost no more than short ones.
//
// A page may load no other resource; its Content-Security-Policy enforces that.
package html
