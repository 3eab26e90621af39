package native

// WriteTest writes a regression test into a directory.
func (p *Plan) WriteTest(dir string, source Source) error { return p.Write(dir, source.Entry) }
