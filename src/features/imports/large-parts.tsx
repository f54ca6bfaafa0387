import { FormattedMessage } from 'react-intl'
import type { LargePart } from '#contract/schemas/imports.ts'
import type { LargeLoss } from '#contract/imports.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { KindName } from './kind-name.tsx'

const LOSSES = {
  leftOut: 'admin.imports.wouldLeaveOut',
  removed: 'admin.imports.wouldRemove',
  readdressed: 'admin.imports.wouldReaddress',
} as const satisfies Record<LargeLoss, MessageId>

/** Lists the losses that an admin has to confirm. */
export const LargeParts = ({ large }: { large: readonly LargePart[] }) => (
  <ul>
    {large.map(({ kind, what, count, of }) => (
      <li key={`${kind} ${what}`}>
        <KindName kind={kind} />: <FormattedMessage id={LOSSES[what]} values={{ count, of }} />
      </li>
    ))}
  </ul>
)
