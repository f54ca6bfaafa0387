import type { Practice } from '#contract/schemas/practice.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LOGO_ACCEPT, type LogoProblem, pictureOf, readLogo } from '#src/features/practice/logo-file.ts'
import { PracticeTile, logoReplaced } from '#src/features/practice/practice-tile.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { reportUnforeseen, showFailure } from '#src/lib/report-error.ts'
import { FileInput } from '#src/ui/forms/file-input.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { useCan } from '#src/api/capabilities.ts'
import { RemoveLogo } from './remove-logo.tsx'
import { replaceLogo } from '#src/api/practice-mutations.ts'

interface Sending {
  name: string
  share: number
  picture: string
}

export function LogoField({ practiceId, practice }: { practiceId: string; practice: Practice }) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const canRemove = useCan('logo-removal')
  const [problem, setProblem] = useState<LogoProblem | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  // A ref, because a second file may be chosen before the next render.
  const isSending = useRef(false)

  async function send(chosenFile: File) {
    const { file, problem: found } = await readLogo(chosenFile)
    setProblem(found)
    if (found || isSending.current) return
    isSending.current = true
    const chosen = { name: file.name, share: 0, picture: '' }
    setSending(chosen)
    try {
      const picture = await pictureOf(file)
      setSending({ ...chosen, picture })
      const onProgress = (share: number) => setSending({ ...chosen, picture, share })
      const { logoUrl, isSameUrl } = await replaceLogo(queryClient, practiceId, {
        file,
        onProgress,
        onRefused: (error) => showFailure(error),
      })
      if (logoUrl && isSameUrl) logoReplaced(logoUrl)
      showMessage('success', 'admin.practice.logoSaved')
    } catch (error) {
      // The old logo is unchanged.
      reportUnforeseen(error)
    } finally {
      isSending.current = false
      setSending(null)
    }
  }

  return (
    <FileInput
      label={<FormattedMessage id="admin.practice.logo" />}
      hint={<FormattedMessage id="admin.practice.logoHint" />}
      accept={LOGO_ACCEPT}
      preview={
        sending?.picture ? (
          <Tile size="large" image={sending.picture} />
        ) : (
          <PracticeTile size="large" practice={practice} />
        )
      }
      buttonLabel={
        <FormattedMessage id={practice.logoUrl ? 'admin.practice.logoOther' : 'admin.practice.logoChoose'} />
      }
      error={problem && <FormattedMessage id={problem} />}
      sending={sending && { ...sending, label: intl.formatMessage({ id: 'admin.practice.logoSending' }) }}
      onFile={(file) => void send(file)}
      actions={practice.logoUrl && canRemove && <RemoveLogo practiceId={practiceId} />}
    />
  )
}
