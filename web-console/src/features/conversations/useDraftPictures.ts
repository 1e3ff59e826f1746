import { useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import type { ConversationPicture } from '@/api/generated/conversations'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { formData, upload } from '@/kit/files'
import { chosenOf, type DraftPicture, type PictureRefusal } from './draftPictures'

const PATH = '/api/v0/conversations/pictures'

/** Pictures of a message that is being written: each is sent to the server as soon as it is chosen. */
export function useDraftPictures(sayRefusal: (refusal: PictureRefusal) => string) {
  const store = useStore()
  const errorText = useErrorText()
  const [pictures, setPictures] = useState<DraftPicture[]>([])
  const underWay = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const all = underWay.current
    return () => all.forEach((attempt) => attempt.abort())
  }, [])
  const change = (id: string, part: Partial<DraftPicture>) =>
    setPictures((before) => before.map((each) => (each.id === id ? { ...each, ...part } : each)))

  const send = async ({ id, file }: DraftPicture) => {
    const attempt = new AbortController()
    underWay.current.set(id, attempt)
    change(id, { hasFailed: false, progress: 0 })
    try {
      const { key } = await upload<ConversationPicture>(store, PATH, formData({ image: file }), {
        signal: attempt.signal,
        onProgress: (progress) => change(id, { progress }),
      })
      change(id, { key })
    } catch (error) {
      if (attempt.signal.aborted) return
      alerts.error(errorText(error))
      change(id, { hasFailed: true })
    } finally {
      underWay.current.delete(id)
    }
  }
  return {
    pictures,
    add: (files: readonly File[]) => {
      const { chosen, refusals } = chosenOf(files, pictures.length)
      for (const refusal of refusals) alerts.error(sayRefusal(refusal))
      const added = chosen.map((file) => ({
        id: crypto.randomUUID(),
        file,
        progress: 0,
        hasFailed: false,
      }))
      setPictures((before) => [...before, ...added])
      for (const picture of added) void send(picture)
    },
    retry: (picture: DraftPicture) => void send(picture),
    remove: (id: string) => {
      underWay.current.get(id)?.abort()
      setPictures((before) => before.filter((each) => each.id !== id))
    },
    clear: () => setPictures([]),
  }
}
