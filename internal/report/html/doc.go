// Package html writes what a check came to as a page: one file that needs no network, with the
// verdict of every property, and each violation as an execution to step through.
//
// # What it shows
//
// Of each violation: what went wrong and why, in the words of package report; both accesses of a
// race with what would have ordered them; of a deadlock who waits for whom, as a drawing. Below, the
// execution: an overview of the threads against time, a lane per thread with a row for each
// action, bars for the locks that it holds, arrows from writes to the reads of other threads that
// saw them; the program's text with the line that each thread is at; and the values of shared
// memory and who holds which lock at that moment. Without scripts, and on paper, a table stands in
// the place of the lanes.
//
// # How
//
// page.html is a template of html/template, which escapes whatever a program's text holds; style.css
// and script.js are the same on every page. Executions are handed to the script as columns of
// numbers over a table of strings (timeline.go): some forty bytes an action. The script builds
// only the rows that are in sight, so that long executions cost no more than short ones.
//
// A page may load nothing: its Content-Security-Policy says so to the browser.
package html
