import { useState } from 'react'
import { errorBody } from '@/api/errors'
import type { CardReading, ImportIdentifiersResponse } from '@/api/generated/files'
import type { ImportAction } from '@/api/generated/identifiers'
import { API_BASE } from '@/api/limits'
import { useErrorText } from '@/kit/errors'
import { useUpload } from '@/kit/files'
import { useContinueIdentifierImportMutation } from './api'

/** An import of a table: what is known of it, and how it goes on. */
export function useIdentifierImport() {
  const errorText = useErrorText()
  const [send, transfer] = useUpload<ImportIdentifiersResponse>([])
  const [carryOut, { isLoading: isCarrying }] = useContinueIdentifierImportMutation()
  const [found, setFound] = useState<ImportIdentifiersResponse>()
  const [failure, setFailure] = useState<string>()
  const reset = () => {
    setFound(undefined)
    setFailure(undefined)
  }

  /** Looks at the table; nothing is made. */
  const look = async (file: File, format: CardReading) => {
    setFailure(undefined)
    try {
      setFound(await send(`${API_BASE}/identifiers/import`, { format, file }))
    } catch (error) {
      // It stays on the page: a file as a whole is corrected elsewhere.
      setFound(undefined)
      setFailure(errorText(error))
    }
  }

  /** How many were made and changed; undefined where nothing was. */
  const run = async (action: ImportAction) => {
    if (!found) return undefined
    setFailure(undefined)
    try {
      const request = { action, filepath: found.filepath }
      return await carryOut({ continueIdentifierImportRequestInput: request }).unwrap()
    } catch (error) {
      // Somebody else may have changed something since the table was looked at.
      const rows = errorBody(error)?.data?.rows
      if (rows) setFound({ ...found, errors: rows, errors_count: rows.length })
      else setFailure(errorText(error))
      return undefined
    }
  }
  return { ...transfer, isCarrying, found, failure, reset, look, run }
}

export type IdentifierImport = ReturnType<typeof useIdentifierImport>
