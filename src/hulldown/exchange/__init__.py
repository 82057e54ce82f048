"""What people have elsewhere: files of other programs become packs, and packs become files of theirs."""
