import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import styles from './status.module.css'

interface StatusProps {
  tone?: 'ok' | 'warn' | 'bad' | undefined
  icon?: LucideIcon | undefined
  /** Always a word, because colour alone is not accessible. */
  children: ReactNode
}

export function Status({ tone, icon: Icon, children }: StatusProps) {
  return (
    <span className={classes(styles.status, tone && styles[tone])}>
      {Icon && <Icon />}
      <span>{children}</span>
    </span>
  )
}
