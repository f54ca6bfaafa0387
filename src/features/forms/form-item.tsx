import { Link } from '@tanstack/react-router'
import FilePen from 'lucide-react/icons/file-pen'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { translated } from '#contract/form.ts'
import type { FormTask } from '#contract/schemas/form.ts'
import { VisitMoment } from '#src/features/visit-moment.tsx'
import { Moment } from '#src/ui/data/day.tsx'
import { Item } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { languageOf } from './form-status.tsx'

interface FormItemProps {
  task: FormTask
  /** State or action at the end. */
  when?: ReactNode
  /** Leaves out the appointment, on its own page. */
  withoutVisit?: boolean
}

/** Form of an owner in a list, with a link to its page. */
export function FormItem({ task, when, withoutVisit = false }: FormItemProps) {
  const { locale } = useIntl()
  const { uuid, title, patientName, state, appointment, askedAt, completedAt } = task
  const name = translated(title, languageOf(locale))
  return (
    <Item
      stacked
      tile={<Tile icon={FilePen} tone={state === 'asked' ? 'warn' : undefined} />}
      title={
        <Link to="/client/forms/$taskId" params={{ taskId: uuid }}>
          {patientName ? `${patientName}: ${name}` : name}
        </Link>
      }
      sub={
        completedAt !== undefined ? (
          <FormattedMessage id="client.forms.completedOn" values={{ moment: <Moment key="at" at={completedAt} /> }} />
        ) : state === 'asked' && appointment && !withoutVisit ? (
          <FormattedMessage
            id="client.forms.forVisit"
            values={{
              moment: <VisitMoment key="at" at={appointment.start} look="short" />,
              reason: appointment.reason,
            }}
          />
        ) : (
          <FormattedMessage id="client.forms.askedOn" values={{ moment: <Moment key="at" at={askedAt} /> }} />
        )
      }
      when={when}
    />
  )
}
