#!/bin/sh
# Has Slurm judge the slices of this directory, which all nodes share: an array job of {{.Tasks}} tasks, then a job
# that merges their results into merged.json. heddle must be in the PATH, of the version that wrote the slices.
#
#   sh slurm.sh [OPTION OF sbatch…]     such as --partition=long --time=2:00:00
set -eu
cd "$(dirname "$0")"
command -v heddle >/dev/null || { echo "slurm.sh: heddle is not in the PATH" >&2; exit 2; }

# Exit codes of heddle work: 0 is done. After 2 and 4 a task never runs again: they would come again. After all others,
# such as those of a killed process, it does, up to {{.Retries}} times. If its node fails, Slurm starts it again.
work=$(sbatch --parsable --job-name=heddle-work --array=1-{{.Tasks}} --requeue --open-mode=append \
	--output=slurm-%a.log --cpus-per-task=1{{with .Megabytes}} --mem={{.}}M{{end}} "$@" <<'END'
#!/bin/sh
code=0
heddle work . --shard "$SLURM_ARRAY_TASK_ID/{{.Tasks}}" --jobs 1 || code=$?
case $code in
0 | 2 | 4) ;;
*)
	if [ "${SLURM_RESTART_COUNT:-0}" -lt {{.Retries}} ]; then
		scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" && sleep 60 # Slurm ends it meanwhile
	fi
	;;
esac
exit "$code"
END
)
work=${work%%;*} # behind it may stand the cluster

# A task that failed leaves slices without a result. The merged verdict is unknown then, and names one. The exit code
# is that of heddle check.
merge=$(sbatch --parsable --job-name=heddle-merge --dependency="afterany:$work" --requeue \
	--output=slurm-merge.log --cpus-per-task=1{{with .Megabytes}} --mem={{.}}M{{end}} "$@" <<'END'
#!/bin/sh
heddle merge . --json >.new-merged
code=$?
mv .new-merged merged.json
exit "$code"
END
)
echo "work: job $work, merge: job ${merge%%;*}"
