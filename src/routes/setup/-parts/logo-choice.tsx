import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { LOGO_ACCEPT, type LogoProblem, pictureOf, readLogo } from '#src/features/practice/logo-file.ts'
import { practiceInitials } from '#src/features/practice/practice-tile.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { FileInput } from '#src/ui/forms/file-input.tsx'

/** Logo of a practice that does not exist yet, so that the file is uploaded later. */
export function LogoChoice({ name, onLogo }: { name: string; onLogo: (logo: File) => void }) {
  const [problem, setProblem] = useState<LogoProblem | null>(null)
  const [picture, setPicture] = useState<string>()

  async function choose(chosen: File) {
    const { file, problem: found } = await readLogo(chosen)
    setProblem(found)
    if (found) return
    onLogo(file)
    setPicture(await pictureOf(file))
  }

  return (
    <FileInput
      label={<FormattedMessage id="admin.practice.logo" />}
      hint={<FormattedMessage id="admin.practice.logoHint" />}
      accept={LOGO_ACCEPT}
      preview={<Tile size="large" initials={practiceInitials(name)} image={picture} />}
      buttonLabel={<FormattedMessage id={picture ? 'admin.practice.logoOther' : 'admin.practice.logoChoose'} />}
      error={problem && <FormattedMessage id={problem} />}
      onFile={(file) => void choose(file)}
    />
  )
}
