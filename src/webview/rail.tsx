import type { ViewRail } from '../protocol/view-model.ts';
import { Icon } from './icon.tsx';
import { spelled } from './visible-text.tsx';

/**
 * What a row draws of the two lanes. Left: what was recorded (responses). Right: what would be sent (wire messages).
 * Each row draws only its own piece, so rows can be virtual. Hidden from screen readers: labels and boundary rows say it all.
 */
export function Rail({ rail, place }: { readonly rail: ViewRail; readonly place: 'turn' | 'block' | 'strip' }) {
  const { response, wire, spine } = rail;
  return (
    <div class={`rail at-${place}`} aria-hidden="true">
      <span class="spine" />
      {rail.weld && <span class={`weld${response?.piece === 'last' || response?.piece === 'only' ? ' below' : response?.piece === 'first' ? ' above' : ''}`} />}
      {response !== undefined && <Response response={response} />}
      {spine === 'ring' && <span class="mark ring" />}
      {spine === 'diamond' && <span class="mark diamond" />}
      {spine === 'error' && <span class="mark clasp"><Icon name="error" /></span>}
      {(spine === 'notch' || spine === 'held') && <span class={`mark ${spine}`} />}
      {wire !== undefined && <span class={`wire ${wire.piece}${wire.sent ? '' : ' unsent'}${wire.broken ? ' broken' : ''}`} />}
      {wire?.index !== undefined && (wire.piece === 'first' || wire.piece === 'only') && <span class={`wire-index${wire.broken ? ' broken' : ''}`}>{wire.index}</span>}
    </div>
  );
}

function Response({ response }: { readonly response: NonNullable<ViewRail['response']> }) {
  const hue = `hue${((response.hue % 4) + 4) % 4}`;
  return (
    <>
      <span class={`bar ${hue} ${response.piece}${response.inferred ? ' inferred' : ''}${response.label === undefined ? '' : ' headed'}`} />
      {response.label !== undefined && <span class={`pill ${hue}`} title={spelled(response.title)}>{response.label}</span>}
      {response.label === undefined && response.mark === 'lock' && <span class={`mark lock ${hue}`} title={spelled(response.title)}><Icon name="lock" /></span>}
      {response.label === undefined && response.mark === 'dot' && <span class={`mark dot ${hue}`} title={spelled(response.title)} />}
    </>
  );
}
