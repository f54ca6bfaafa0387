import FileText from 'lucide-react/icons/file-text'
import { useState, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { Language } from '#contract/languages.ts'
import { LETTER_DAYS, MAX_LETTERS } from '#contract/letter.ts'
import { makeLetters } from '#src/api/letters.ts'
import { CancelledError } from '#src/lib/call-error.ts'
import { today } from '#src/lib/dates.ts'
import { fileName, saveFile } from '#src/lib/files/save.ts'
import { caughtFailure } from '#src/lib/problems.tsx'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { Segmented } from '#src/ui/forms/segmented.tsx'

interface LettersButtonProps {
  practiceId: string
  /** Number of letters; without any there is no button. */
  count: number
  clients: (signal: AbortSignal) => Promise<readonly { uuid: string }[]>
}

/** Button for letters to clients without an e-mail address; nothing if the API has no letters. */
export function LettersButton({ practiceId, count, clients }: LettersButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (!useCan('letters') || count === 0) return null
  return (
    <>
      <Button variant="secondary" icon={FileText} onClick={() => setOpen(true)}>
        <FormattedMessage id="admin.letters.make" />
      </Button>
      {isOpen && <LettersDialog {...{ practiceId, count, clients }} onClose={() => setOpen(false)} />}
    </>
  )
}

interface LettersDialogProps {
  practiceId: string
  count: number
  /** Fetches the recipients, who may be on other pages of the list. */
  clients: (signal: AbortSignal) => Promise<readonly { uuid: string }[]>
  onClose: () => void
}

/** Makes letters as PDF, in as many files as the limit of one file requires. */
function LettersDialog({ practiceId, count, clients, onClose }: LettersDialogProps) {
  const intl = useIntl()
  const [language, setLanguage] = useState<Language>('nl')
  const [createdCount, setCreatedCount] = useState<number>()
  const [problem, setProblem] = useState<unknown>()
  const controller = useRef<AbortController>(null)
  useUnmount(() => controller.current?.abort())
  const isBusy = createdCount !== undefined

  async function make() {
    const { signal } = (controller.current = new AbortController())
    setProblem(undefined)
    setCreatedCount(0)
    try {
      const all = (await clients(signal)).map(({ uuid }) => uuid)
      for (let from = 0; from < all.length; from += MAX_LETTERS) {
        const file = await makeLetters(practiceId, all.slice(from, from + MAX_LETTERS), { language, signal })
        const part = all.length > MAX_LETTERS ? String(from / MAX_LETTERS + 1) : undefined
        const title = intl.formatMessage({ id: 'admin.letters.file' })
        saveFile(`${fileName([title, today(), part])}.pdf`, file)
        setCreatedCount(Math.min(from + MAX_LETTERS, all.length))
      }
      onClose()
    } catch (error) {
      setCreatedCount(undefined)
      if (!(error instanceof CancelledError)) setProblem(error)
    }
  }

  return (
    <ConfirmDialog
      title={<FormattedMessage id="admin.letters.title" values={{ count }} />}
      confirmLabel={<FormattedMessage id="admin.letters.make" />}
      variant="primary"
      busy={isBusy}
      problem={problem === undefined ? undefined : caughtFailure(problem)}
      onConfirm={() => void make()}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="admin.letters.text" values={{ days: LETTER_DAYS }} />
      </p>
      <p className="muted small">
        <FormattedMessage id="admin.letters.again" />
        {count > MAX_LETTERS && (
          <>
            {' '}
            <FormattedMessage
              id="admin.letters.files"
              values={{ files: Math.ceil(count / MAX_LETTERS), count: MAX_LETTERS }}
            />
          </>
        )}
      </p>
      <Segmented<Language>
        legend={intl.formatMessage({ id: 'admin.letters.language' })}
        name="language"
        value={language}
        onChange={setLanguage}
        options={[
          { value: 'nl', label: 'Nederlands' },
          { value: 'en', label: 'English' },
        ]}
      />
      <p role="status" className={isBusy ? 'muted small' : 'hidden-text'}>
        {isBusy && <FormattedMessage id="admin.letters.progress" values={{ createdCount, count }} />}
      </p>
    </ConfirmDialog>
  )
}
