import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { Button } from '#src/ui/forms/button.tsx'

const LettersDialog = createLazyModule(async () => (await import('./letters-dialog.tsx')).LettersDialog)

interface LettersButtonProps {
  practiceId: string
  /** How many get one; with none there is no button. */
  count: number
  clients: (signal: AbortSignal) => Promise<readonly { uuid: string }[]>
}

/** Letters to clients without an e-mail address; not where the API has none. */
export function LettersButton({ practiceId, count, clients }: LettersButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (!useCan('letters') || count === 0) return null
  return (
    <>
      <Button
        variant="secondary"
        icon={FileText}
        onClick={() => void LettersDialog.openAfterImport(() => setOpen(true))}
      >
        <FormattedMessage id="admin.letters.make" />
      </Button>
      {isOpen && <LettersDialog {...{ practiceId, count, clients }} onClose={() => setOpen(false)} />}
    </>
  )
}
