"""Who lives in a new sandbox: three people, their group, and a group without the bot."""

from bot.sandbox.groups import Groups
from bot.sandbox.world import World


def populate(world: World) -> None:
    """Fill an empty world; one that has people already stays as it is."""
    if world.users:
        return
    anya = world.add_user("Аня", username="anya_k")
    boris = world.add_user("Борис", last_name="Орлов", username="orlov")
    vera = world.add_user("Вера")
    groups = Groups(world)
    everybody = [boris["id"], vera["id"]]
    groups.create(anya["id"], "Дача", everybody)
    groups.create(boris["id"], "Соседи", [anya["id"], vera["id"]], with_bot=False)
