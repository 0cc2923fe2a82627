"""A client as strict as the one of OpenEnv's Agent World Model environment.

That environment is no package of its own, so this is written after its
documented observations: the same members, and none besides.
"""

from typing import Any

from openenv.core.client_types import StepResult
from openenv.core.env_server.mcp_types import ListToolsObservation
from openenv.core.env_server.types import Observation
from openenv.core.mcp_client import MCPToolClient
from pydantic import ConfigDict


class AWMObservation(Observation):
    model_config = ConfigDict(extra="forbid")

    reward_type: str | None = None
    scenario: str | None = None
    task: str | None = None
    task_idx: int | None = None
    has_verifier: dict | bool | None = None
    num_tools: int | None = None
    tool_name: str | None = None
    tool_result: Any = None
    error: str | None = None
    warning: str | None = None
    verify_result: dict | None = None
    steps_taken: int | None = None
    scenarios: list | None = None
    total: int | None = None
    trajectory_path: str | None = None
    session_dir: str | None = None


class AWMListToolsObservation(ListToolsObservation):
    model_config = ConfigDict(extra="forbid")

    error: str | None = None


class AWMEnv(MCPToolClient):
    def _parse_result(self, payload: dict[str, Any]) -> StepResult:
        data = payload.get("observation", {})
        kind = AWMListToolsObservation if "tools" in data else AWMObservation
        return StepResult(observation=kind(**data), reward=payload.get("reward"), done=payload.get("done", False))
