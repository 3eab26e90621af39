# Tool-info module of BenchExec (https://github.com/sosy-lab/benchexec) for Heddle. Copy it
# into benchexec/tools, or name it with --tool-directory; the executable is heddle.
"""How BenchExec runs Heddle, and what it makes of its output."""

import re

try:
    import benchexec.result as result
    import benchexec.tools.template as template
    from benchexec.tools.sv_benchmarks_util import get_data_model_from_task

    BaseTool = template.BaseTool2
except ImportError:  # the functions below can be tested without BenchExec
    result = None
    BaseTool = object
    get_data_model_from_task = None

# A line of output: true, false(PROPERTY) or unknown(REASON).
VERDICT = re.compile(r"^(true|false\([a-z-]+\)|unknown(?:\([a-z-]+\))?)$")

# Reasons of unknown for which BenchExec has names of its own.
REASONS = {"timeout": "TIMEOUT", "memory": "OUT OF MEMORY"}


def command(executable, options, input_files, property_file, data_model):
    """The command line for a task."""
    line = [executable, "svcomp"] + list(options)
    if property_file:
        line += ["--property-file", property_file]
    if data_model:
        line += ["--data-model", data_model]
    return line + list(input_files)


def verdict(lines, exit_code):
    """The status that the output and the exit code of a run mean."""
    found = [m.group(1) for m in (VERDICT.match(line.strip()) for line in lines) if m]
    if not found:
        return "ERROR (exit code {})".format(exit_code)
    last = found[-1]
    if last.startswith("unknown"):
        reason = last[len("unknown(") : -1]
        return REASONS.get(reason, "unknown")
    return last


class Tool(BaseTool):
    """Heddle."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("heddle")

    def version(self, executable):
        return self._version_from_tool(executable, arg="version", line_prefix="heddle")

    def name(self):
        return "Heddle"

    def project_url(self):
        return "https://github.com/heddle-mc/heddle"

    def cmdline(self, executable, options, task, rlimits):
        model = get_data_model_from_task(task, {"ILP32": "ILP32", "LP64": "LP64"})
        return command(executable, options, task.input_files, task.property_file, model)

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        status = verdict(run.output, run.exit_code.value)
        if status == "unknown":
            return result.RESULT_UNKNOWN
        return status
