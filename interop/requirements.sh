# What is installed from PyPI: a folder for each, since they don't agree on the
# versions of what they need.
uv_version=0.13.9
python_envs=(mcp openenv openenv-0.2 verifiers)
requirements() {
  case $1 in
    mcp) echo mcp==2.3.0 ;;
    openenv) echo openenv==0.10.0 ;;
    openenv-0.2) echo openenv-core==0.2.3 ;;
    verifiers) echo 'verifiers[openenv]==0.4.0' openenv==0.4.1 "uv==$uv_version" ;; # its newest openenv that goes with its mcp
  esac
}
