import { Icon } from './icon.tsx';
import { useSignal } from './use-signal.ts';
import { isFiltered, outline, session } from './view-state.ts';
import { count, size } from './words.ts';

/** Below the last row: what has not been read yet, or why there is no row at all. */
export function ListFoot({ empty }: { readonly empty: boolean }) {
  const file = useSignal(session);
  const filtered = useSignal(isFiltered);
  const shape = useSignal(outline);
  if (file === undefined || shape === undefined) return null;
  const { bytes, size: whole, done, cancelled } = file.reading;
  if (!done) {
    const left = whole === undefined ? undefined : Math.max(0, whole - bytes);
    return (
      <p class="list-foot"><Icon name={cancelled ? 'circle-slash' : 'loading'} />
        <span><b>{cancelled ? 'Not read' : 'Not read yet'}{left === undefined ? '' : `: ${size(left)}`}</b> after record {count(file.counts.records)}. {cancelled ? 'Reading was cancelled.' : 'Decisions and boundaries follow when it is.'}</span></p>
    );
  }
  if (!empty) return null;
  return <p class="list-foot"><Icon name={filtered ? 'filter' : 'info'} /><span>{filtered ? 'No block matches the filter.' : 'The file holds no turn.'}</span></p>;
}
