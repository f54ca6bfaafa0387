import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ClientListItem } from '#src/api/clients.ts'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { getAllClients } from '#src/api/client-lists.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'

type Wanted = Omit<Parameters<typeof getAllClients>[0], 'queryClient' | 'signal' | 'onProgress'>

interface Collecting {
  done: number
  total: number
}

/** Who is selected, over pages and searches. */
export function useSelection() {
  const queryClient = useQueryClient()
  const [selected, setSelected] = useState<ReadonlyMap<string, ClientListItem>>(new Map())
  const [collecting, setCollecting] = useState<Collecting | null>(null)
  const controller = useRef<AbortController>(null)
  useUnmount(() => controller.current?.abort())

  function change(clients: readonly ClientListItem[], on: boolean) {
    setSelected((before) => {
      const after = new Map(before)
      for (const client of clients) {
        if (on) after.set(client.uuid, client)
        else after.delete(client.uuid)
      }
      return after
    })
  }

  async function addAll(wanted: Wanted) {
    const { signal } = (controller.current = new AbortController())
    setCollecting({ done: 0, total: 0 })
    try {
      const onProgress = (done: number, total: number) => setCollecting({ done, total })
      change(await getAllClients({ ...wanted, queryClient, signal, onProgress }), true)
    } catch (error) {
      reportUnforeseen(error)
    } finally {
      setCollecting(null)
    }
  }

  return {
    selected,
    collecting,
    change,
    clear: () => setSelected(new Map()),
    addAll: (wanted: Wanted) => void addAll(wanted),
    cancel: () => controller.current?.abort(),
    /** Clients whose action is done. */
    drop: (done: ReadonlySet<string>) =>
      setSelected((before) => new Map([...before].filter(([clientId]) => !done.has(clientId)))),
  }
}
