import type { SessionView } from '../protocol/view-model.ts';
import { command } from './host-link.ts';
import { Icon } from './icon.tsx';
import { visible } from './visible-text.tsx';
import { counted, size } from './words.ts';

/** No format matched: what was found, what came closest and why it is not that. Nothing is guessed. */
export function UnknownFormat({ file }: { readonly file: SessionView }) {
  const { counts, format, reading } = file;
  const read = reading.done ? 'The file was read to its end' : reading.cancelled ? 'Reading was cancelled' : 'The file is being read';
  return (
    <main class="blank" data-pane="turns">
      <Icon name="question" />
      <h2>No known session format</h2>
      <p>{read}: {counted(counts.records, 'JSON record')}{counts.problems === 0 ? ', none lost' : `, ${counted(counts.problems, 'problem')}`}. No format reached the score that Turnlens asks for, so it guesses nothing.</p>
      {format.reasons.map((reason, i) => <p key={i}>{visible(reason)}</p>)}
      <p class="blank-acts">
        <button type="button" class="button first" data-first="" onClick={() => command('chooseFormat')}>Choose a format…</button>
        <button type="button" class="button second" onClick={() => command('openAsText')}>Open as text</button>
      </p>
      {format.nearest.length > 0 && (
        <table class="nearest"><thead><tr><th scope="col">Closest formats</th><th scope="col">What was found</th></tr></thead>
          <tbody>{format.nearest.map((one) => <tr key={one.id}><th scope="row">{one.label}<span class="dim">{one.id}</span></th><td>{one.reasons.map((reason, i) => <span key={i}>{visible(reason)}</span>)}</td></tr>)}</tbody>
        </table>
      )}
    </main>
  );
}

/** The file could not be shown: the one clear sentence, and what can be done. */
export function Failed({ message, canRetry }: { readonly message: string; readonly canRetry: boolean }) {
  return (
    <main class="blank failed" data-pane="turns">
      <Icon name="error" />
      <h1>This file cannot be shown</h1>
      <p>{visible(message)}</p>
      <p>The file was not changed.</p>
      <p class="blank-acts">
        {canRetry && <button type="button" class="button first" data-first="" onClick={() => command('retry')}>Try again</button>}
        <button type="button" class="button second" onClick={() => command('openAsText')}>Open as text</button>
      </p>
    </main>
  );
}

/** While the first rows are on their way. */
export function Opening({ file }: { readonly file: SessionView | undefined }) {
  return <main class="blank" data-pane="turns" aria-busy="true"><Icon name="loading" /><h2>Opening</h2>{file?.size !== undefined && <p>{visible(file.name)}, {size(file.size)}</p>}</main>;
}
