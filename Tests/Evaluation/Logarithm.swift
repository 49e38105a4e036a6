import Glibc

func decimalLogarithm(_ number: Double) -> Double { log10(number) }
