import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import Check from 'lucide-react/icons/check'
import Inbox from 'lucide-react/icons/inbox'
import Landmark from 'lucide-react/icons/landmark'
import Send from 'lucide-react/icons/send'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Stethoscope from 'lucide-react/icons/stethoscope'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { FormattedMessage } from 'react-intl'
import { STARTING_STEPS, type StartingStep } from '#contract/getting-started.ts'
import type { GettingStarted as Progress } from '#contract/schemas/getting-started.ts'
import { dismissGettingStarted, gettingStartedQuery } from '#src/api/getting-started.ts'
import { SampleClientButton } from '#src/features/access/sample-client.tsx'
import { useCan } from '#src/api/capabilities.ts'
import { LinkButton, buttonClass } from '#src/ui/forms/button.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { focusMain } from '#src/ui/layout/shell.tsx'
import styles from './news.module.css'

/** Icon of a step, and the page where it is done. */
const STEPS = {
  profile: { icon: Stethoscope, link: { to: '/admin/practice' } },
  clients: { icon: Users, link: { to: '/admin/practice/import' } },
  colleagues: { icon: UserPlus, link: { to: '/admin/staff' } },
  'second-factor': { icon: ShieldCheck, link: { to: '/admin/settings', hash: 'second-factor' } },
  requests: { icon: Inbox, link: { to: '/admin/requests/settings' } },
  account: { icon: Landmark, link: { to: '/admin/practice' } },
  invitations: { icon: Send, link: { to: '/admin/clients/unregistered' } },
} as const satisfies Record<StartingStep, { icon: LucideIcon; link: LinkProps }>

/** First steps of a practice, ticked from its data, until an admin closes the list. */
export function GettingStarted({ practiceId }: { practiceId: string }) {
  const { data } = useQuery({ ...gettingStartedQuery(practiceId), retryOnMount: false })
  const { mutate, isPending } = useMutation(dismissGettingStarted(useQueryClient(), practiceId))
  if (!data) return null
  const { isDismissed, done } = data
  const isComplete = done.length === STARTING_STEPS.length

  function dismiss(isNowDismissed: boolean) {
    // The pressed button disappears.
    focusMain()
    mutate(isNowDismissed)
  }

  if (isDismissed)
    return (
      <Panel padded role="status">
        <FormattedMessage id="admin.start.dismissed" />{' '}
        <LinkButton aria-busy={isPending} onClick={() => dismiss(false)}>
          <FormattedMessage id="admin.start.undo" />
        </LinkButton>
      </Panel>
    )
  return (
    <Panel as="section" aria-labelledby="getting-started">
      <PanelHead>
        <div>
          <h2 id="getting-started">
            <FormattedMessage id="admin.start.title" />
          </h2>
          <p className="small muted">
            <FormattedMessage
              id={isComplete ? 'admin.start.complete' : 'admin.start.progress'}
              values={{ done: done.length, total: STARTING_STEPS.length }}
            />
          </p>
        </div>
        <LinkButton aria-busy={isPending} onClick={() => dismiss(true)}>
          <FormattedMessage id="admin.start.dismiss" />
        </LinkButton>
      </PanelHead>
      <div className={styles.list}>
        <Items bare>
          {STARTING_STEPS.map((step) => (
            <Step key={step} step={step} progress={data} />
          ))}
        </Items>
      </div>
      <SampleClient />
    </Panel>
  )
}

function SampleClient() {
  if (!useCan('sample-client')) return null
  return (
    <div className={styles.sample}>
      <p className="small muted">
        <FormattedMessage id="admin.sample.text" />
      </p>
      <SampleClientButton />
    </div>
  )
}

function Step({ step, progress }: { step: StartingStep; progress: Progress }) {
  const { icon, link } = STEPS[step]
  const isDone = progress.done.includes(step)
  return (
    <Item
      tile={<Tile icon={isDone ? Check : icon} />}
      title={<FormattedMessage id={`admin.start.steps.${step}`} />}
      sub={isDone ? undefined : <StepText step={step} progress={progress} />}
      when={
        isDone ? (
          <Status tone="ok">
            <FormattedMessage id="admin.start.done" />
          </Status>
        ) : (
          <Link {...link} className={buttonClass()}>
            <FormattedMessage id={`admin.start.buttons.${step}`} />
          </Link>
        )
      }
      stacked={!isDone}
    />
  )
}

function StepText({ step, progress: { invited, toInvite } }: { step: StartingStep; progress: Progress }) {
  if (step !== 'invitations') return <FormattedMessage id={`admin.start.texts.${step}`} />
  return (
    <>
      <FormattedMessage id="admin.start.texts.invitations" values={{ invited, toInvite }} />{' '}
      <Link to="/admin/practice/clients">
        <FormattedMessage id="admin.start.preview" />
      </Link>
    </>
  )
}
