import { useFormikContext } from 'formik'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface SubmitButtonProps {
  variant?: 'primary' | 'danger' | undefined
  block?: boolean | undefined
  children: ReactNode
}

export function SubmitButton({ variant = 'primary', block, children }: SubmitButtonProps) {
  const { isSubmitting } = useFormikContext()
  return (
    <Button
      type="submit"
      variant={variant}
      block={block}
      busy={isSubmitting}
      clickableWhileBusy
      // Keeps the focus: an error that appears as a field is left would move the button from under the pointer. Submitting
      // validates all fields.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </Button>
  )
}
