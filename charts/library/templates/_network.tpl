{{/* Rules of NetworkPolicies. Each is an item of ingress or egress. */}}

{{/* dict "root" $ "names" (list of parts) "ports" (list of numbers): to or from parts of this release. */}}
{{- define "library.parts" -}}
{{- $root := .root -}}
- podSelector:
    matchExpressions:
      - { key: app.kubernetes.io/instance, operator: In, values: [{{ $root.Release.Name }}] }
      - { key: app.kubernetes.io/name, operator: In, values: [{{ join ", " .names }}] }
{{- end }}

{{/* Takes a context with Values: name servers. */}}
{{- define "library.dns" -}}
{{- with .Values.networkPolicy.dns -}}
- to:
    {{- toYaml .to | nindent 4 }}
  ports:
    {{- range .ports }}
    - { port: {{ . }}, protocol: UDP }
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
{{- end }}
{{- end }}

{{/* dict "root" $ "ports" list: everywhere but private networks, and those that are allowed by name. */}}
{{- define "library.internet" -}}
- to:
    - ipBlock: { cidr: 0.0.0.0/0, except: [10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16] }
    - ipBlock: { cidr: "::/0", except: ["fc00::/7", "fe80::/10"] }
{{- end }}
