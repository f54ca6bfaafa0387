import { useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { CsvState } from '#contract/csv-import.ts'
import type { CsvImport } from '#contract/schemas/csv-import.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { CheckResult } from './check-result.tsx'
import { MappingForm } from './mapping-form.tsx'
import { NextSteps } from './next-steps.tsx'
import { ReadingProgress } from './reading-progress.tsx'
import { hasMappingDraft } from './use-mapping.ts'
import styles from './file.module.css'

interface FileStepsProps {
  practiceId: string
  file: CsvImport
}

const TITLES = {
  uploaded: 'admin.csvImport.mapping',
  checking: 'admin.csvImport.states.checking',
  checked: 'admin.csvImport.result',
  loading: 'admin.csvImport.states.loading',
  done: 'admin.csvImport.states.done',
  refused: 'admin.csvImport.states.refused',
  interrupted: 'admin.csvImport.mapping',
} satisfies Record<CsvState, MessageId>

/** Mapping, dry run or load of a file, whichever its state needs. */
export function FileSteps({ practiceId, file }: FileStepsProps) {
  const { state } = file
  const title = useRef<HTMLHeadingElement>(null)
  const [isChanging, setChanging] = useState(() => hasMappingDraft(practiceId, file))
  const hasResult = state === 'checked' || state === 'refused'
  const isMapping = state === 'uploaded' || state === 'interrupted' || (hasResult && isChanging)
  // The pressed button disappears with its step.
  const focusTitle = () => title.current?.focus()
  const show = (mapping: boolean) => {
    setChanging(mapping)
    focusTitle()
  }
  return (
    <>
      <h2 className={styles.title} ref={title} tabIndex={-1}>
        <FormattedMessage id={isMapping ? 'admin.csvImport.mapping' : TITLES[state]} />
      </h2>
      {state === 'interrupted' && (
        <Message kind="warning">
          <FormattedMessage id="admin.csvImport.interruptedText" />
        </Message>
      )}
      {isMapping && (
        <MappingForm
          practiceId={practiceId}
          file={file}
          onChecked={() => show(false)}
          onCancel={hasResult ? () => show(false) : undefined}
        />
      )}
      {(state === 'checking' || state === 'loading') && <ReadingProgress state={state} progress={file.progress} />}
      {hasResult && !isMapping && (
        <CheckResult practiceId={practiceId} file={file} onChange={() => show(true)} onLoading={focusTitle} />
      )}
      {state === 'done' && (
        <>
          <CheckResult practiceId={practiceId} file={file} />
          <NextSteps kind={file.mapping.kind} />
        </>
      )}
    </>
  )
}
