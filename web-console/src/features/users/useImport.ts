import { useState } from 'react'
import { errorBody } from '@/api/errors'
import type { ImportUsersResponse } from '@/api/generated/files'
import { API_BASE } from '@/api/limits'
import type { Ref } from '@/api/types'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useUpload } from '@/kit/files'

export interface Options {
  /** For rows that name none. */
  role: Ref | null
  group: Ref | null
  sendLinks: boolean
}

/** What the server thinks of a table. */
export type Verdict = ImportUsersResponse

/** An import: its options, what is known of the table, and the transfer under way. */
export function useImport() {
  const errorText = useErrorText()
  const [send, transfer] = useUpload<ImportUsersResponse>(['Users', 'Groups'])
  const [options, setOptions] = useState<Options>({ role: null, group: null, sendLinks: true })
  const [verdict, setVerdict] = useState<Verdict>()
  const [failure, setFailure] = useState<string>()
  const reset = () => {
    setVerdict(undefined)
    setFailure(undefined)
  }

  /** How many were made; undefined where none were. */
  const run = async (file: File, isDryRun: boolean): Promise<number | undefined> => {
    setFailure(undefined)
    try {
      const answer = await send(`${API_BASE}/users/import`, {
        dry_run: isDryRun,
        role_id: options.role?.id,
        domain_id: options.group?.id,
        send_registration_link: options.sendLinks,
        file,
      })
      if (!isDryRun) return answer.created
      setVerdict(answer)
    } catch (error) {
      // Somebody else may have changed something since the table was looked at.
      const rows = errorBody(error)?.data?.rows
      if (rows) {
        setVerdict({ rows: verdict?.rows ?? 0, created: 0, errors: rows })
        alerts.error(errorText(error))
      } else {
        // It stays on the page: a file as a whole is corrected elsewhere.
        setVerdict(undefined)
        setFailure(errorText(error))
      }
    }
    return undefined
  }
  return {
    ...transfer,
    options,
    // What was found holds for this role and group only; whether links are sent changes nothing of it.
    setOptions: (next: Options) => {
      setOptions(next)
      if (next.role !== options.role || next.group !== options.group) reset()
    },
    verdict,
    /** Why the table could not be looked at or imported at all. */
    failure,
    reset,
    run,
  }
}

export type ImportJob = ReturnType<typeof useImport>
