import { createLink } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ComponentProps } from 'react'
import { classes } from '#src/ui/classes.ts'
import { linkButtonClass } from '#src/ui/forms/button.tsx'
import styles from './back-link.module.css'

/** Link above a page to the list or page that contains it. */
export const BackLink = createLink(function BackAnchor({ children, ...rest }: Omit<ComponentProps<'a'>, 'className'>) {
  return (
    <a {...rest} className={classes(linkButtonClass, 'no-print', styles.back)}>
      <ArrowLeft />
      <span>{children}</span>
    </a>
  )
})
