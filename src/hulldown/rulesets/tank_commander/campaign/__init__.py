"""TC-14.6 to TC-14.10: tanks and crews that carry over from battle to battle.

`roster` is what carries over, `aftermath` what a battle does to it, `spending` what points buy, `entries`
what is written down, `planning` how it begins, `chronicle` the campaign that the entries tell, `files` a
campaign as a file, `showing` its pages and words, `face` all of it as servers and commands see it.
"""
