#!/bin/sh
# A computer player for the POSIX shell: it gives the first order offered. It needs neither Python nor a parser of
# JSON, because it names orders by their path. docs/reference/player-protocol.md explains the lines.
# Use it as: ardennes play --allied "cmd:sh examples/line_player.sh"

path= # the branches opened, as "1,0,"; the last number is the place to try now
number=

first() { # the first place on the page that is not aside; nothing if there is none
    rest=$1
    place=
    while :; do
        case $rest in
            *'{"at":'*) rest=${rest#*'{"at":'} ;;
            *) return ;;
        esac
        offer=${rest%%'{"at":'*}
        case $offer in
            *'"aside":true'*) ;;
            *) place=${offer%%,*}; if [ "$place" -ge "$least" ]; then return; fi; place= ;;
        esac
    done
}

least=0 # the first place worth trying on this page
while IFS= read -r line; do
    case $line in
        '{"do":"hello"'*) echo '{"do":"hello","protocol":1,"name":"The Shell","view":false}' ;;
        '{"do":"view"'*) number=${line#*'"number":'}; number=${number%%,*}; path= least=0 root= ;;
        '{"do":"offers"'*)
            page=$line
            if [ -z "$root" ]; then root=asked; continue; fi # the first page comes unasked; wait for the time
            ;;
        '{"do":"stop"'*) exit 0 ;;
    esac
    case $line in
        '{"do":"time"'* | '{"do":"offers"'*)
            first "$page"
            if [ -z "$place" ]; then # an empty branch: go back and try the next place
                path=${path%,}
                last=${path##*,}
                path=${path%"$last"}
                least=$((last + 1))
                echo "{\"do\":\"offers\",\"path\":[${path%,}]}"
                continue
            fi
            least=0
            case $offer in
                *'"branch":'*)
                    path=$path$place,
                    echo "{\"do\":\"offers\",\"path\":[${path%,}]}" ;;
                *) echo "{\"do\":\"order\",\"number\":$number,\"path\":[$path$place],\"why\":\"the first offered\"}" ;;
            esac ;;
    esac
done
