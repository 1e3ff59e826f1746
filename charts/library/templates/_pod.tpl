{{/*
What every pod has: everything is of the restricted standard. Takes a part and uid; "token": true for one that talks to
the API server.
*/}}
{{- define "library.podBasics" -}}
serviceAccountName: {{ include "library.fullname" . }}
automountServiceAccountToken: {{ .token | default false }}
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .uid }}
  runAsGroup: {{ .uid }}
  fsGroup: {{ .uid }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.global.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "library.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/*
Takes a part: over nodes always, over zones where there are any. Pods of one revision are counted among themselves, so that
a rollout does not leave the new ones on few nodes; a pod has one of the two labels, by its controller.
*/}}
{{- define "library.spread" -}}
{{- $part := . -}}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "library.selector" $part | nindent 8 }}
    matchLabelKeys: [pod-template-hash, controller-revision-hash]
  {{- end }}
{{- end }}

{{/* Takes a part with "placement": nodeSelector, tolerations, affinity, priorityClassName. */}}
{{- define "library.placement" -}}
{{- range $key := list "nodeSelector" "tolerations" "affinity" }}
{{- with index $.placement $key }}
{{ $key }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- with .placement.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{- define "library.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "library.metadata" . | nindent 2 }}
  {{- with .annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}
