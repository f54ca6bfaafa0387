import { useQuery } from '@tanstack/react-query'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Smartphone from 'lucide-react/icons/smartphone'
import Trash from 'lucide-react/icons/trash'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { SecondFactor } from '#contract/schemas/second-factor.ts'
import { useCan } from '#src/api/capabilities.ts'
import { secondFactorQueries } from '#src/api/second-factor.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import type { FactorTask } from './second-factor-dialog.tsx'
import { Setting } from '#src/features/account/setting.tsx'

const SecondFactorDialog = createLazyModule(async () => (await import('./second-factor-dialog.tsx')).SecondFactorDialog)

/** Setting for the code that staff enter after the password. */
export function SecondFactorSetting() {
  const isAvailable = useCan('second-factor')
  return (
    isAvailable && (
      <Setting id="second-factor" title={<FormattedMessage id="admin.factor.title" />}>
        <OwnSecondFactor />
      </Setting>
    )
  )
}

function OwnSecondFactor() {
  const query = useQuery(secondFactorQueries.own())
  const { data } = query
  const [task, setTask] = useState<FactorTask>()
  return (
    <>
      <p className="muted">
        <FormattedMessage id="admin.factor.text" />
      </p>
      {data?.required && (
        <p>
          <FormattedMessage id="admin.factor.required" />
        </p>
      )}
      <LoadFailure query={query} />
      {data && <State state={data} onOpen={setTask} />}
      {data && task && <SecondFactorDialog task={task} state={data} onClose={() => setTask(undefined)} />}
    </>
  )
}

interface StateProps {
  state: SecondFactor
  onOpen: (task: FactorTask) => void
}

function State({ state: { totpSince, recoveryCodes }, onOpen }: StateProps) {
  const intl = useIntl()
  const open = (task: FactorTask) => SecondFactorDialog.openAfterImport(() => onOpen(task))
  const settingUp = useAsyncAction(() => open('set-up'))
  const renewing = useAsyncAction(() => open('codes'))
  const removing = useAsyncAction(() => open('off'))
  if (totpSince === undefined) {
    return (
      <Button variant="secondary" icon={Smartphone} busy={settingUp.busy} onClick={settingUp.run}>
        <FormattedMessage id="auth.factor.setUpApp" />
      </Button>
    )
  }
  return (
    <>
      <p>
        <FormattedMessage
          id="admin.factor.since"
          values={{ date: intl.formatDate(totpSince, { dateStyle: 'long' }) }}
        />
      </p>
      <p>
        <FormattedMessage id="admin.factor.codesLeft" values={{ count: recoveryCodes }} />
      </p>
      <Button variant="secondary" icon={RotateCw} busy={renewing.busy} onClick={renewing.run}>
        <FormattedMessage id="admin.factor.renew" />
      </Button>
      <Button variant="danger-quiet" icon={Trash} busy={removing.busy} onClick={removing.run}>
        <FormattedMessage id="admin.factor.remove" />
      </Button>
    </>
  )
}
