import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Hourglass from 'lucide-react/icons/hourglass'
import Pencil from 'lucide-react/icons/pencil'
import Undo2 from 'lucide-react/icons/undo-2'
import type { LucideIcon } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import type { FormState } from '#contract/form.ts'
import type { PortalForm } from '#contract/schemas/form.ts'
import { Status } from '#src/ui/data/status.tsx'

const LOOKS: Record<FormState, { tone?: 'ok' | 'warn' | 'bad'; icon: LucideIcon }> = {
  asked: { icon: Hourglass },
  complete: { tone: 'ok', icon: Check },
  withdrawn: { tone: 'bad', icon: Undo2 },
  cancelled: { icon: Ban },
  lapsed: { tone: 'warn', icon: Clock },
}

/** State of a form that a client was asked to fill in. */
export const TaskStatus = ({ state }: { state: FormState }) => (
  <Status {...LOOKS[state]}>
    <FormattedMessage id={`admin.forms.state.${state}`} />
  </Status>
)

/** State of a form of the practice. */
export function DefinitionStatus({ form: { version, changed, active } }: { form: PortalForm }) {
  if (!active)
    return (
      <Status icon={Ban}>
        <FormattedMessage id="admin.forms.off" />
      </Status>
    )
  if (version === 0 || changed)
    return (
      <Status tone="warn" icon={Pencil}>
        <FormattedMessage id={version === 0 ? 'admin.forms.draft' : 'admin.forms.changed'} />
      </Status>
    )
  return (
    <Status tone="ok" icon={Check}>
      <FormattedMessage id="admin.forms.published" />
    </Status>
  )
}
