import { useFormikContext } from 'formik'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

interface SubmitButtonProps extends Omit<
  ComponentProps<typeof Button>,
  'variant' | 'type' | 'busy' | 'clickableWhileBusy' | 'onMouseDown'
> {
  variant?: ComponentProps<typeof Button>['variant'] | undefined
}

/** Submit button of the enclosing form. `onClick` can store which of several buttons was pressed. */
export function SubmitButton({ variant = 'primary', ...rest }: SubmitButtonProps) {
  const { isSubmitting } = useFormikContext()
  return (
    <Button
      {...rest}
      type="submit"
      variant={variant}
      busy={isSubmitting}
      clickableWhileBusy
      // Keeps the focus: an error that appears as a field is left would move the button from under the pointer. Submitting
      // validates all fields.
      onMouseDown={(event) => event.preventDefault()}
    />
  )
}
