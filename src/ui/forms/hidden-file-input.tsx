import type { ComponentProps } from 'react'

interface HiddenFileInputProps extends Pick<ComponentProps<'input'>, 'ref' | 'accept' | 'capture' | 'multiple'> {
  /** Receives the chosen files, at least one. */
  onFiles: (files: File[]) => void
}

/** File input that a button opens. */
export const HiddenFileInput = ({ onFiles, ...attributes }: HiddenFileInputProps) => (
  <input
    {...attributes}
    type="file"
    hidden
    onChange={({ target }) => {
      const files = [...(target.files ?? [])]
      // Allows the same file to be chosen again.
      target.value = ''
      if (files.length > 0) onFiles(files)
    }}
  />
)
