import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { csvImportMutations, csvProblemsOf } from '#src/api/csv-imports.ts'
import type { CsvImport } from '#contract/schemas/csv-import.ts'
import { ConfirmedAction } from '#src/features/confirmed-action.tsx'
import { LargeParts } from '#src/features/imports/large-parts.tsx'
import { fileName, saveFile } from '#src/lib/files/save.ts'
import { showIfSlow } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Message, type MessageKind } from '#src/ui/feedback/message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Panel, PanelFoot } from '#src/ui/layout/panel.tsx'
import { Problems } from './problems.tsx'
import styles from './file.module.css'

interface CheckResultProps {
  practiceId: string
  file: CsvImport
  /** Opens the mapping; absent once the file has been loaded. */
  onChange?: () => void
  onLoading?: (() => void) | undefined
}

const COUNTS = ['rows', 'added', 'updated', 'unchanged', 'leftOut', 'expired'] as const

/** Counts and problems of a dry run or a load. */
export function CheckResult({ practiceId, file, onChange, onLoading }: CheckResultProps) {
  const { state, counts, problems } = file
  const canLoad = state === 'checked' && Boolean(counts && counts.added + counts.updated > 0)
  return (
    <>
      <Outcome state={state} canLoad={canLoad} />
      <Panel>
        {counts && (
          <div className={styles.counts}>
            <Facts>
              {COUNTS.filter((name) => name !== 'expired' || counts.expired > 0).map((name) => (
                <Fact key={name} name={<FormattedMessage id={`admin.csvImport.counts.${name}`} />}>
                  <span className={styles.count}>
                    <FormattedNumber value={counts[name]} />
                  </span>
                </Fact>
              ))}
            </Facts>
          </div>
        )}
        {onChange && (
          <PanelFoot>
            <Button variant="secondary" onClick={onChange}>
              <FormattedMessage id="admin.csvImport.change" />
            </Button>
            {canLoad && <LoadButton practiceId={practiceId} file={file} onLoading={onLoading} />}
          </PanelFoot>
        )}
      </Panel>
      {problems && problems.count > 0 ? (
        <Problems
          problems={problems}
          kind={file.mapping.kind}
          download={<DownloadProblems practiceId={practiceId} file={file} />}
        />
      ) : (
        counts && (
          <p className="muted">
            <FormattedMessage id="admin.csvImport.noProblems" />
          </p>
        )
      )}
    </>
  )
}

function Outcome({ state, canLoad }: { state: CsvImport['state']; canLoad: boolean }) {
  const [kind, id]: [MessageKind, `admin.csvImport.${'done' | 'refused' | 'checked' | 'nothing'}Text`] =
    state === 'done'
      ? ['success', 'admin.csvImport.doneText']
      : state === 'refused'
        ? ['error', 'admin.csvImport.refusedText']
        : ['info', canLoad ? 'admin.csvImport.checkedText' : 'admin.csvImport.nothingText']
  return (
    <Message kind={kind}>
      <FormattedMessage id={id} />
    </Message>
  )
}

/** Loads a checked file; asks for a confirmation if much would be lost. */
function LoadButton({ practiceId, file, onLoading }: Omit<CheckResultProps, 'onChange'>) {
  const { mutateAsync, isPending } = useMutation(csvImportMutations.load(practiceId, file.id))
  const [isAsking, setAsking] = useState(false)
  const large = file.large ?? []
  async function load(confirmed: boolean) {
    await mutateAsync(confirmed)
    setAsking(false)
    onLoading?.()
  }
  const { busy, run } = useAsyncAction(() => load(false))
  return (
    <>
      <Button variant="primary" busy={busy || isPending} onClick={() => (large.length > 0 ? setAsking(true) : run())}>
        <FormattedMessage id="admin.csvImport.load" />
      </Button>
      {isAsking && (
        <ConfirmedAction
          title={<FormattedMessage id="admin.csvImport.confirmTitle" values={{ name: file.fileName }} />}
          confirmLabel={<FormattedMessage id="admin.imports.confirm" />}
          act={() => load(true)}
          onClose={() => setAsking(false)}
        >
          <p>
            <FormattedMessage id="admin.imports.confirmText" />
          </p>
          <div className={styles.large}>
            <LargeParts large={large} />
          </div>
        </ConfirmedAction>
      )}
    </>
  )
}

function DownloadProblems({ practiceId, file }: Pick<CheckResultProps, 'practiceId' | 'file'>) {
  const { busy, run } = useAsyncAction((signal) =>
    showIfSlow(async () => {
      const problems = await csvProblemsOf(practiceId, file.id, signal)
      saveFile(`${fileName(['problems', file.fileName.replace(/\.\w+$/, '')])}.csv`, problems)
    }),
  )
  return (
    <Button variant="secondary" icon={Download} busy={busy} onClick={run}>
      <FormattedMessage id="admin.csvImport.download" />
    </Button>
  )
}
