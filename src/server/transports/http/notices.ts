import { answerRefusal, notAllowed, tooManyStreams } from './answers.ts';
import { askedWorkspace } from './asked-workspace.ts';
import { eventStream } from './event-stream.ts';
import type { FrontRequest, FrontParts } from './front-request.ts';
import { accepts } from './guards.ts';
import { notAcceptable } from './read-message.ts';

/** The events of snap's own, as a stream: `GET /notices?types=a,b&workspace=…`. */
export interface NoticeStreams {
  open(asked: FrontRequest): Promise<void>;
}

export function noticeStreams({ options, limits, count }: FrontParts): NoticeStreams {
  return {
    async open(asked) {
      const { request, response, principal, query } = asked;
      if (options.subscribe === undefined) return answerRefusal(response, notAllowed('nothing'));
      if (!accepts(request.rawHeaders, 'text/event-stream')) return answerRefusal(response, notAcceptable('text/event-stream'));
      const place = await askedWorkspace(asked, options);
      if ('status' in place) return answerRefusal(response, place);
      const giveBack = count.take(principal.id);
      if (giveBack === undefined) return answerRefusal(response, tooManyStreams(limits.streams));
      const types = query.getAll('types').flatMap((each) => each.split(','));
      const filter = { ...(types.length === 0 ? {} : { types }), ...(place.root === undefined ? {} : { root: place.root }) };
      let end = (): void => undefined;
      const stream = eventStream(response, limits, () => {
        giveBack();
        end();
      });
      end = options.subscribe(filter, (event) => stream.send(JSON.stringify(event), { event: 'snap' }));
      if (!stream.isOpen) end();
    },
  };
}
