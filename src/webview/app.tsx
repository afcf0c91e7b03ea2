import { Failed, Opening, UnknownFormat } from './blank.tsx';
import { Details } from './details.tsx';
import { ExplainBand } from './explain-band.tsx';
import { FindBox } from './find.tsx';
import { Header } from './header.tsx';
import { KeyList } from './key-list.tsx';
import { LiveRegion } from './live-region.tsx';
import { Splitter } from './splitter.tsx';
import { TurnList } from './turn-list.tsx';
import { useSignal } from './use-signal.ts';
import { cursor, detailsShown, failure, outline, session } from './view-state.ts';

/** The page: header, explained error, turns, details; in this order for the eye and for the ear. */
export function App() {
  const failed = useSignal(failure);
  const file = useSignal(session);
  const shape = useSignal(outline);
  const aside = useSignal(detailsShown);
  const standing = useSignal(cursor);
  const unknown = file?.format.id === 'generic' && (shape?.rows ?? 0) === 0;
  return (
    <div class="view">
      <div class="view-in">
        {failed !== undefined ? <Failed {...failed} /> : (
          <>
            <Header />
            <ExplainBand />
            {unknown ? <UnknownFormat file={file} /> : shape === undefined ? <Opening file={file} /> : (
              <div class={`panes${aside ? '' : ' alone'}${standing === undefined ? ' idle' : ''}`}>
                <main class="main"><FindBox /><TurnList /><Splitter /></main>
                <Details />
              </div>
            )}
          </>
        )}
        <LiveRegion />
        <KeyList />
      </div>
    </div>
  );
}
