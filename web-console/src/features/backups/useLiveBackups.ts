import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { invalidateSoon, useTopic } from '@/api/realtime'
import { BACKUP_TAGS } from './api'

export interface WorkProgress {
  done: number
  total: number
}

/** How far each work is, as the server pushes it; the list is fetched anew with each push. */
export function useLiveBackups(): Record<number, WorkProgress> {
  const dispatch = useDispatch()
  const [progress, setProgress] = useState<Record<number, WorkProgress>>({})
  useTopic('backups', ({ id, done, total }) => {
    if (typeof id !== 'number') return
    setProgress((known) => ({
      ...known,
      [id]: { done: Number(done), total: Number(total) },
    }))
    invalidateSoon(BACKUP_TAGS, { dispatch })
  })
  return progress
}
