import { MAX_PICTURE_BYTES, PICTURE_TYPES } from '@/kit/picture'

/** Of one message. */
export const MAX_PICTURES = 4

/** A picture that is chosen for a message: on its way to the server, there, or refused. */
export interface DraftPicture {
  id: string
  file: File
  /** From 0 to 1. */
  progress: number
  /** By which a message names it, once the server has it. */
  key?: string
  hasFailed: boolean
}

export type PictureRefusal = 'type' | 'tooLarge' | 'tooMany'

/** Which of the files a message takes beside those that it has, and why it does not take the others. */
export function chosenOf(files: readonly File[], taken: number) {
  const chosen: File[] = []
  const refusals = new Set<PictureRefusal>()
  for (const file of files) {
    if (!PICTURE_TYPES.includes(file.type)) refusals.add('type')
    else if (file.size > MAX_PICTURE_BYTES) refusals.add('tooLarge')
    else if (taken + chosen.length >= MAX_PICTURES) refusals.add('tooMany')
    else chosen.push(file)
  }
  return { chosen, refusals: [...refusals] }
}

/** Files that were pasted or dropped, if there are any. */
export const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

/** Whether everything that was chosen is with the server. */
export const areSent = (pictures: readonly DraftPicture[]) =>
  pictures.every(({ key }) => key !== undefined)
