module github.com/heddle-mc/heddle/lab/ccorpus

go 1.26.8

require modernc.org/ccorpus2 v1.6.0 // indirect
