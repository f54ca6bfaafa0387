import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'
import { classes } from '#src/ui/classes.ts'
import { Spinner } from '#src/ui/feedback/spinner.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-quiet'

interface ButtonLook {
  variant?: ButtonVariant | undefined
  block?: boolean | undefined
}

/** Class that makes a link look like a button. */
export function buttonClass({ variant = 'secondary', block }: ButtonLook = {}): string {
  return classes(styles.button, styles[variant], block && styles.block)
}

interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  variant: ButtonVariant
  /** Keeps text and focus, but ignores further clicks. */
  busy?: boolean | undefined
  /** Passes on clicks while busy, because the form itself ignores repeated ones. */
  clickableWhileBusy?: boolean | undefined
  icon?: LucideIcon | undefined
  children: ReactNode
}

export function Button({
  variant,
  block,
  busy = false,
  clickableWhileBusy = false,
  icon: Icon,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy && !clickableWhileBusy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={classes(buttonClass({ variant, block }), className)}
      aria-busy={busy || undefined}
      onClick={click}
    >
      {busy ? <Spinner /> : Icon && <Icon />}
      <span>{children}</span>
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'title'> {
  label: string
  icon: LucideIcon
  danger?: boolean | undefined
}

export const iconButtonClass = classes(styles.icon)

export function IconButton({ label, icon: Icon, danger, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(iconButtonClass, danger && styles.iconDanger, className)}
      aria-label={label}
      title={label}
    >
      <Icon />
    </button>
  )
}

/** Class of a link in running text, for a button or a router link. */
export const linkButtonClass = classes(styles.link)

export function LinkButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={classes(linkButtonClass, className)} />
}
