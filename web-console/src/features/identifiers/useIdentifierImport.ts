import { useEffect, useRef, useState } from 'react'
import { errorBody, errorStatus } from '@/api/errors'
import type { CardReading, ImportIdentifiersResponse } from '@/api/generated/files'
import type { ContinueIdentifierImportResponse, ImportAction } from '@/api/generated/identifiers'
import { API_BASE } from '@/api/limits'
import { useErrorText } from '@/kit/errors'
import { useUpload } from '@/kit/files'
import { useProfile } from '@/kit/permissions'
import { useContinueIdentifierImportMutation } from './api'
import { forgetImport, keepImport, keptImport } from './keptImport'

/** Between two questions whether an import that another call has begun is done: milliseconds. */
const ASK_AGAIN = 2_000
const MAX_ASKED = 300

/** The table is still at work for a call of before the page was reloaded. */
const isAtWork = (error: unknown) =>
  errorStatus(error) === 429 || errorBody(error)?.message === "can't perform action"

/** An import of a table: what is known of it, and how it goes on, also after a reload of the page. */
export function useIdentifierImport() {
  const errorText = useErrorText()
  const profile = useProfile()
  const importer = { projectId: profile?.project?.id ?? 0, userId: profile?.id ?? 0 }
  const [kept] = useState(() => keptImport(importer))
  const [send, transfer] = useUpload<ImportIdentifiersResponse>([])
  const [carryOut] = useContinueIdentifierImportMutation()
  const [isCarrying, setCarrying] = useState(false)
  const [fileName, setFileName] = useState(kept?.fileName)
  const [found, setFound] = useState(kept?.found)
  const [failure, setFailure] = useState<string>()
  /** Ended when the page is left. */
  const page = useRef<AbortSignal>(undefined)
  useEffect(() => {
    const life = new AbortController()
    page.current = life.signal
    return () => life.abort()
  }, [])
  const reset = () => {
    forgetImport()
    setFound(undefined)
    setFailure(undefined)
  }

  /** Looks at the table; nothing is made. */
  const look = async (file: File, format: CardReading) => {
    forgetImport()
    setFileName(file.name)
    setFailure(undefined)
    try {
      const answer = await send(`${API_BASE}/identifiers/import`, { format, file })
      setFound(answer)
      const isClean = answer.filepath !== '' && answer.errors_count === 0
      if (isClean) keepImport(importer, { fileName: file.name, found: answer })
    } catch (error) {
      // It stays on the page: a file as a whole is corrected elsewhere.
      setFound(undefined)
      setFailure(errorText(error))
    }
  }

  const ask = async (
    action: ImportAction,
    filepath: string,
    times: number,
    left: AbortSignal | undefined,
  ): Promise<ContinueIdentifierImportResponse> => {
    try {
      const request = { action, filepath }
      return await carryOut({ continueIdentifierImportRequestInput: request }).unwrap()
    } catch (error) {
      if (times <= 1 || !isAtWork(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN))
      if (left?.aborted) throw error
      return ask(action, filepath, times - 1, left)
    }
  }

  /** How many were made and changed; undefined where nothing was. */
  const run = async (
    action: ImportAction,
    isResumed = false,
  ): Promise<ContinueIdentifierImportResponse | undefined> => {
    if (!found) return undefined
    const of = { fileName: fileName ?? '', found }
    const left = page.current
    setFailure(undefined)
    setCarrying(true)
    keepImport(importer, { ...of, action })
    try {
      const done = await ask(action, found.filepath, isResumed ? MAX_ASKED : 1, left)
      forgetImport()
      return done
    } catch (error) {
      // Whoever comes back to the page asks again.
      if (left?.aborted && isAtWork(error)) return undefined
      // Somebody else may have changed something since the table was looked at.
      const rows = errorBody(error)?.data?.rows
      if (rows) setFound({ ...found, errors: rows, errors_count: rows.length })
      else setFailure(errorText(error))
      // Without an answer it may be at work, or done.
      if (errorStatus(error) !== undefined) keepImport(importer, of)
      return undefined
    } finally {
      setCarrying(false)
    }
  }
  return {
    ...transfer,
    isCarrying,
    found,
    fileName,
    /** What was found before the page was reloaded. */
    isKept: kept !== undefined && found === kept.found,
    /** What had been begun then, and goes on. */
    begun: kept?.action,
    failure,
    /** Whether the page is still in view. */
    isInView: () => page.current?.aborted === false,
    reset,
    look,
    run,
  }
}

export type IdentifierImport = ReturnType<typeof useIdentifierImport>
