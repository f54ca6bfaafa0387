import type { Workplace } from '#contract/schemas/user.ts'
import { useRouter } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import { FormattedMessage } from 'react-intl'
import { PracticeTile } from '#src/features/practice/practice-tile.tsx'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { changeWorkplace } from '#src/session/memberships.ts'
import { Status } from '#src/ui/data/status.tsx'
import { OptionButton, Options } from '#src/ui/navigation/option.tsx'
import { STAFF_ROLE_NAMES } from '#src/features/staff/role-names.ts'

interface WorkplacesProps {
  practiceId: string
  workplaces: readonly Workplace[]
}

/** Choice of the workplace in this tab, for staff of several practices. */
export function Workplaces({ practiceId, workplaces }: WorkplacesProps) {
  return (
    <Options>
      {workplaces.map((workplace) => (
        <Choice key={workplace.practiceId} workplace={workplace} current={workplace.practiceId === practiceId} />
      ))}
    </Options>
  )
}

function Choice({ workplace: { practiceId, name, role }, current }: { workplace: Workplace; current: boolean }) {
  const router = useRouter()
  const { busy, run } = useAsyncAction(() => changeWorkplace(router, practiceId))
  return (
    <OptionButton
      tile={<PracticeTile practice={{ name }} />}
      title={name}
      sub={<FormattedMessage id={STAFF_ROLE_NAMES[role]} />}
      state={
        current && (
          <Status tone="ok" icon={Check}>
            <FormattedMessage id="auth.selectClinic.current" />
          </Status>
        )
      }
      busy={busy}
      onClick={run}
    />
  )
}
