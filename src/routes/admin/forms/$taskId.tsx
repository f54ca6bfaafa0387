import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import FilePen from 'lucide-react/icons/file-pen'
import Printer from 'lucide-react/icons/printer'
import { FormattedMessage } from 'react-intl'
import type { PracticeFormTask } from '#contract/schemas/form.ts'
import { practiceFormMutations, practiceFormQueries } from '#src/api/practice-forms.ts'
import { ofLoader } from '#src/api/query-client.ts'
import { ConfirmedButton } from '#src/features/confirmed-action.tsx'
import { Answers } from '#src/features/forms/answers.tsx'
import { useTranslated } from '#src/features/forms/form-status.tsx'
import { RecordClient } from '#src/features/sheet/client-link.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { capableOnly } from '#src/session/guards.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Page, PageHead, Split } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { focusMain } from '#src/ui/layout/shell.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { StoredFile } from './$taskId/-parts/stored-file.tsx'
import styles from './$taskId/-parts/task-page.module.css'
import { TaskFacts } from './$taskId/-parts/task-facts.tsx'

export const Route = createFileRoute('/admin/forms/$taskId')({
  staticData: { title: 'admin.forms.form' },
  beforeLoad: capableOnly('forms'),
  loader: async ({ context: { queryClient, practiceId }, params: { taskId }, ...loader }) => {
    await queryClient.query({ ...practiceFormQueries.task(practiceId, taskId), meta: ofLoader(loader) })
  },
  component: TaskPage,
})

function TaskPage() {
  const { practiceId } = Route.useRouteContext()
  const { taskId } = Route.useParams()
  const search = useLocation({ select: ({ state }) => state.forms })
  const { data: task } = useSuspenseQuery(practiceFormQueries.task(practiceId, taskId))
  return (
    <Page>
      <BackLink to="/admin/forms" search={search ?? {}} activeOptions={{ exact: true }}>
        <FormattedMessage id="admin.forms.title" />
      </BackLink>
      {task ? (
        <OneTask practiceId={practiceId} task={task} />
      ) : (
        <Panel>
          <Empty icon={FilePen} title={<FormattedMessage id="admin.forms.goneTitle" />}>
            <FormattedMessage id="admin.forms.gone" />
          </Empty>
        </Panel>
      )}
    </Page>
  )
}

function OneTask({ practiceId, task }: { practiceId: string; task: PracticeFormTask }) {
  const textOf = useTranslated()
  const { content, patientName, state, answers, url } = task
  return (
    <>
      <PageHead
        title={textOf(content.title)}
        lead={
          <>
            <RecordClient record={task} />
            {patientName && ` · ${patientName}`}
          </>
        }
        actions={
          <div className="row">
            {state === 'asked' && <CancelButton practiceId={practiceId} task={task} />}
            {answers && (
              <Button variant="secondary" icon={Printer} onClick={() => window.print()}>
                <FormattedMessage id="admin.forms.print" />
              </Button>
            )}
            {url !== undefined && <StoredFile practiceId={practiceId} taskId={task.uuid} />}
          </div>
        }
      />
      {state === 'withdrawn' && (
        <Message kind="warning">
          <FormattedMessage id="admin.forms.isWithdrawn" />
        </Message>
      )}
      <Split>
        {answers ? (
          <Panel as="section" padded className={styles.answers} aria-labelledby="form-answers">
            <h2 id="form-answers">
              <FormattedMessage id="admin.forms.answers" />
            </h2>
            <Answers task={task} answers={answers} />
          </Panel>
        ) : (
          <Panel padded>
            <FormattedMessage id={`admin.forms.noAnswers.${state === 'asked' ? 'asked' : 'closed'}`} />
          </Panel>
        )}
        <TaskFacts task={task} />
      </Split>
    </>
  )
}

/** Stops asking a client for a form. */
function CancelButton({ practiceId, task: { uuid, clientName } }: { practiceId: string; task: PracticeFormTask }) {
  const { mutateAsync } = useMutation(practiceFormMutations.cancel(practiceId, uuid))
  return (
    <ConfirmedButton
      renderButton={(openDialog) => (
        <Button variant="danger-quiet" onClick={openDialog}>
          <FormattedMessage id="admin.forms.cancel" />
        </Button>
      )}
      title={<FormattedMessage id="admin.forms.cancelTitle" />}
      confirmLabel={<FormattedMessage id="admin.forms.cancel" />}
      act={async (close) => {
        await mutateAsync()
        close()
        // The pressed button disappears.
        focusMain()
        showMessage('success', 'admin.forms.isStopped')
      }}
    >
      <p>
        <FormattedMessage id="admin.forms.cancelText" values={{ name: clientName }} />
      </p>
    </ConfirmedButton>
  )
}
