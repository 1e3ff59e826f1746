import { useCallback, useMemo } from 'react'
import { eventImagesApi } from '@/api/generated/event-images'

/** Events that one question may name. */
export const MAX_ASKED = 100

const imagesApi = eventImagesApi

/** Links to the images of events, by the event; past the cache, since a link is good for minutes. */
export function useAskImages() {
  const [ask] = imagesApi.useLazyListEventImagesQuery()
  return useCallback(
    async (ids: number[]): Promise<Map<number, string>> => {
      if (ids.length === 0) return new Map()
      const { items } = await ask({ eventIds: ids.slice(0, MAX_ASKED).join(',') }).unwrap()
      return new Map(items.map(({ event_id, image_url }) => [event_id, image_url]))
    },
    [ask],
  )
}

/** A link to the image of one event, when it has one. */
export function useImageOfEvent(id: number | undefined) {
  const { data } = imagesApi.useListEventImagesQuery(
    { eventIds: String(id) },
    { skip: id === undefined, refetchOnMountOrArgChange: true },
  )
  const ask = useAskImages()
  const renew = useCallback(
    async () => (id === undefined ? undefined : (await ask([id])).get(id)),
    [ask, id],
  )
  return useMemo(() => ({ url: data?.items[0]?.image_url, renew }), [data, renew])
}
