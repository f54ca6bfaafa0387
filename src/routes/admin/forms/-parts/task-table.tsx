import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import type { PracticeFormTask } from '#contract/schemas/form.ts'
import type { FormSearch } from '#src/api/form-search.ts'
import { useTranslated } from '#src/features/forms/form-status.tsx'
import { TaskStatus } from '#src/features/forms/practice-form-status.tsx'
import { ClientCell, LeadDetail } from '#src/features/sheet/record-list.tsx'
import { Moment } from '#src/ui/data/day.tsx'
import { HeadCell, LeadCell, StateCell, Table, WideCell } from '#src/ui/data/table.tsx'

interface TaskTableProps {
  tasks: readonly PracticeFormTask[]
  search: FormSearch
}

/** Forms that clients were asked to fill in. */
export function TaskTable({ tasks, search }: TaskTableProps) {
  const textOf = useTranslated()
  return (
    <Table
      label={<FormattedMessage id="admin.forms.title" />}
      fixed
      head={
        <>
          <HeadCell width="34%" label="admin.forms.form" />
          <HeadCell width="24%" label="admin.requests.client" />
          <HeadCell wide width="20%" label="admin.forms.last" />
          <HeadCell label="admin.requests.state" />
        </>
      }
    >
      {tasks.map((task) => (
        <tr key={task.uuid}>
          <LeadCell>
            <Link to="/admin/forms/$taskId" params={{ taskId: task.uuid }} state={{ forms: search }}>
              <strong>{textOf(task.title)}</strong>
            </Link>
            {task.patientName && <LeadDetail>{task.patientName}</LeadDetail>}
          </LeadCell>
          <ClientCell record={task} />
          <WideCell>
            <Moment
              at={task.closedAt ?? task.completedAt ?? task.askedAt}
              day="numeric"
              month="short"
              hour="2-digit"
              minute="2-digit"
            />
          </WideCell>
          <StateCell>
            <TaskStatus state={task.state} />
          </StateCell>
        </tr>
      ))}
    </Table>
  )
}
