import type { ReactNode } from 'react'
import { telephoneHref } from '#contract/telephone.ts'

interface PhoneLinkProps {
  /** Text as typed: one number, several numbers, or words. */
  phone: string
  className?: string | undefined
  children?: ReactNode
}

/** A link that dials the first number; plain text if there is none. */
export function PhoneLink({ phone, className, children = phone }: PhoneLinkProps) {
  const href = telephoneHref(phone)
  return href ? (
    <a className={className} href={href}>
      {children}
    </a>
  ) : (
    <span className={className}>{children}</span>
  )
}
