import { useState } from 'react'
import { errorBody } from '@/api/errors'
import type { Id } from '@/api/types'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useImportStructure, type ImportResult, type RowError } from '../api'

/** What the server said of the file that is chosen. */
export interface Verdict {
  /** Looked at only; or done. */
  kind: 'checked' | 'imported' | 'refused'
  result?: ImportResult
  errors: RowError[]
}

/** Checks a table and imports it; both say what is wrong with which row. */
export function useImport(groupId: Id) {
  const errorText = useErrorText()
  const [send, state] = useImportStructure(groupId)
  const [file, setFile] = useState<File>()
  const [roleId, setRoleId] = useState<Id>()
  const [verdict, setVerdict] = useState<Verdict>()
  const [token, setToken] = useState('')
  const [running, setRunning] = useState<'check' | 'import'>()

  const run = async (isDryRun: boolean) => {
    if (!file) return
    const fresh = crypto.randomUUID()
    setToken(fresh)
    setRunning(isDryRun ? 'check' : 'import')
    try {
      const result = await send({ file, roleId, isDryRun, token: fresh })
      const kind = isDryRun ? (result.errors.length > 0 ? 'refused' : 'checked') : 'imported'
      setVerdict({ kind, result, errors: result.errors })
    } catch (error) {
      const errors = errorBody(error)?.data?.rows ?? []
      setVerdict(errors.length > 0 ? { kind: 'refused', errors } : undefined)
      if (errors.length === 0) alerts.error(errorText(error))
    } finally {
      setRunning(undefined)
    }
  }
  return {
    file,
    roleId,
    verdict,
    token,
    running,
    /** Of the sending, from 0 to 1. */
    sent: state.progress,
    choose: (chosen: File | undefined) => {
      setFile(chosen)
      setVerdict(undefined)
    },
    chooseRole: (id: Id | undefined) => {
      setRoleId(id)
      setVerdict(undefined)
    },
    check: () => run(true),
    importAll: () => run(false),
  }
}
