import { useEffect, useState } from 'react'
import { useCheckAccessMutation, type CheckAccessResponse } from '@/api/generated/access-checks'
import type { Id } from '@/api/types'

/** Doors that are asked about. */
export const ASKED = 20
/** Questions at a time. */
const AT_ONCE = 4
/** Milliseconds after which "now" is another one. */
const RENEWED = 60_000

/** What the platform decides about a person at each of these doors now; asked anew each minute. */
export function useDoorAnswers(userId: Id, doorIds: Id[]): ReadonlyMap<Id, CheckAccessResponse> {
  const [check] = useCheckAccessMutation()
  const [answers, setAnswers] = useState<ReadonlyMap<Id, CheckAccessResponse>>(new Map())
  const key = doorIds.slice(0, ASKED).join()

  useEffect(() => {
    let isOver = false
    const work = async (left: Id[]): Promise<void> => {
      const device = left.shift()
      if (device === undefined || isOver) return
      const question = { user_id: userId, device_id: device, lock_number: 0 }
      const { data } = await check({ checkAccessRequestInput: question })
      // A door whose question failed says nothing of now; its schedules are shown all the same.
      if (data && !isOver) setAnswers((old) => new Map(old).set(device, data))
      return work(left)
    }
    const askAll = () => {
      const left = key === '' ? [] : key.split(',').map(Number)
      for (let at = 0; at < AT_ONCE; at += 1) void work(left)
    }
    askAll()
    const timer = setInterval(askAll, RENEWED)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [check, key, userId])
  return answers
}
