import { FormattedMessage } from 'react-intl'
import type { PracticeFormTask } from '#contract/schemas/form.ts'
import { TaskStatus } from '#src/features/forms/practice-form-status.tsx'
import type { MessageId } from '#src/lib/intl.tsx'
import { VisitLink } from '#src/features/sheet/client-link.tsx'
import { VisitMoment } from '#src/features/visit-moment.tsx'
import { Moment } from '#src/ui/data/day.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import styles from './task-page.module.css'

/** State of a form, who asked and completed it, and the hash of its document. */
export function TaskFacts({ task }: { task: PracticeFormTask }) {
  const { state, version, askedAt, askedBy, completedAt, completedBy, closedAt, appointment, sha256, clientNumber } =
    task
  return (
    <Facts panel>
      <Fact name={<FormattedMessage id="admin.requests.state" />}>
        <TaskStatus state={state} />
      </Fact>
      {clientNumber && <Fact name={<FormattedMessage id="admin.csv.clientNumber" />}>{clientNumber}</Fact>}
      {appointment && (
        <Fact name={<FormattedMessage id="admin.forms.appointment" />}>
          <VisitLink appointmentId={appointment.uuid}>
            <VisitMoment at={appointment.start} look="short" /> · {appointment.reason}
          </VisitLink>
        </Fact>
      )}
      <At name="admin.forms.askedAt" at={askedAt} />
      <Fact name={<FormattedMessage id="admin.forms.askedBy" />}>
        {askedBy ?? <FormattedMessage id="admin.forms.byRule" />}
      </Fact>
      {completedAt && <At name="admin.forms.completedAt" at={completedAt} />}
      {completedBy && <Fact name={<FormattedMessage id="admin.forms.completedBy" />}>{completedBy}</Fact>}
      {closedAt && (
        <At name={state === 'withdrawn' ? 'admin.forms.withdrawnAt' : 'admin.forms.cancelledAt'} at={closedAt} />
      )}
      <Fact name={<FormattedMessage id="admin.forms.version" />}>{version}</Fact>
      {sha256 && (
        <Fact name={<FormattedMessage id="admin.forms.hash" />}>
          <code className={styles.hash}>{sha256}</code>
        </Fact>
      )}
    </Facts>
  )
}

const At = ({ name, at }: { name: MessageId; at: string }) => (
  <Fact name={<FormattedMessage id={name} />}>
    <Moment at={at} dateStyle="long" timeStyle="short" />
  </Fact>
)
