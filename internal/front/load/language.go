package load

import (
	"path/filepath"
	"slices"
)

// cplusplus lists the endings of the names of C++ files, as in gcc: ".C" is C++, ".c" is C.
var cplusplus = []string{".cpp", ".cc", ".cxx", ".c++", ".cp", ".CPP", ".C", ".hpp", ".hh", ".hxx", ".h++", ".H", ".ii"}

// IsCPlusPlus reports whether a file is C++ by the ending of its name.
func IsCPlusPlus(name string) bool { return slices.Contains(cplusplus, filepath.Ext(name)) }
