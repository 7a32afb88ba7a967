from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from tests.bench.minimal.models import Entry, Game


@require_POST
def move(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        return HttpResponse(status=403)
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=request.POST["game"])
        Entry.objects.create(game=game, text=request.POST["text"])
        Game.objects.filter(pk=game.pk).update(turn=game.turn + 1)
    return HttpResponse("ok")
